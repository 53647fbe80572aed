"""What is legal and probably not meant: detectors over a survey of the file, a module for each kind of evidence."""
