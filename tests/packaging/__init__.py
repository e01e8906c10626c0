"""What operators install: the wheel, the Dockerfile and the files around it."""
