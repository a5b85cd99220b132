"""The LOOP: Dr Foo's machine, seven eras, four missions to archive before his third cycle ends."""
