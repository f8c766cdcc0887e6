import type { Readable } from 'node:stream'

/** A place that backups are written to and read from: a folder, or a prefix in a bucket. */
export interface BackupTarget {
  /** The place as its owner names it. */
  place: string
  write(path: string, content: Readable): Promise<void>
  /** Throws `NotInBackup` if there is no such file. */
  read(path: string): Promise<Readable>
  /** The names of the folders in it. */
  folders(): Promise<string[]>
  /** Deletes a folder in it, with everything below. */
  removeFolder(name: string): Promise<void>
  /** The target that is a folder in this one. */
  folder(name: string): BackupTarget
}

export class NotInBackup extends Error {}
