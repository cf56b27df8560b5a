// Package files reads the files of one application through a file system [fs.FS] whose
// root is the application's folder: a folder of the system ([OpenFolder]), an embed.FS, a
// tree of a repository, an editor's buffers on top of one of them ([Overlay]).
//
// A [Layout] knows in which folders Rails looks for classes, and what a pattern of Dir.glob
// matches.
//
// A [Tree] follows symbolic links itself, except those that lead out of the application.
package files
