import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this checkout, whatever the working directory. */
export const repositoryFolder = fileURLToPath(new URL('..', import.meta.url))

/** The output of `npm run build`, which production runs. */
export const releaseFolder = join(repositoryFolder, 'release')

/** An error that the person who started the script can fix: only its message is shown. */
export class CommandError extends Error {}
