import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this checkout, wherever it is started from. */
export const repositoryFolder = fileURLToPath(new URL('..', import.meta.url))

/** Where `npm run build` puts what production runs. */
export const releaseFolder = join(repositoryFolder, 'release')

/** A mistake the person at the keyboard can mend: its message is shown alone. */
export class Refusal extends Error {}
