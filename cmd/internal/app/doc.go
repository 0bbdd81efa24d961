// Package app puts the program together: a Config from the command line, the
// engine it names, the services over it and the surfaces over those. It is the
// only place that chooses between the engines.
package app
