import { fileURLToPath } from 'node:url'

/** The folder of this checkout, wherever it is started from. */
export const repositoryFolder = fileURLToPath(new URL('..', import.meta.url))

/** A mistake the person at the keyboard can mend: its message is shown alone. */
export class Refusal extends Error {}
