// Encodes pictures in a process of its own: at a lower priority, so that requests go first, and
// where neither the memory nor a crash of an encoder is the shop's. See picture-maker.ts.
import { constants, setPriority } from 'node:os'
import { encodePicture, type PictureShape } from './encode-picture.ts'

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.on('disconnect', () => process.exit())
// Ctrl-C reaches every process of the terminal: the shop ends this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

process.on('message', async ({ master, ...shape }: PictureShape & { master: Uint8Array }) => {
  try {
    process.send?.({ bytes: await encodePicture(master, shape) })
  } catch (error) {
    process.send?.({ reason: String(error) })
  }
})
