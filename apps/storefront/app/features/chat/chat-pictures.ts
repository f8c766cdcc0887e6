import type { PictureToSend } from '@solvane/client/chat-messages'
import { randomUuid } from '@solvane/client/random-uuid'
import { mostAttachments } from '@solvane/contract/chat-text'

/** A picture that was chosen for a message, with what is shown of it meanwhile. */
export interface ChosenPicture {
  file: File
  preview: PictureToSend
}

/** What the house takes, and how large at most, in bytes; the server looks again. */
export const takenTypes = 'image/jpeg,image/png,image/webp,image/avif'
const largestPicture = 10 * 1024 * 1024

/** Why a choice is not taken, in a sentence; null when it is. */
export function refusalOfPictures(files: readonly File[], alreadyChosen: number): string | null {
  if (alreadyChosen + files.length > mostAttachments)
    return `Please send ${mostAttachments} pictures at a time at most.`
  if (files.some(({ type }) => !takenTypes.split(',').includes(type)))
    return 'Please choose a JPEG, PNG, WebP or AVIF picture.'
  if (files.some(({ size }) => size > largestPicture))
    return 'Please choose a picture of 10 MB at most.'
  return null
}

/** Reads what is shown of a picture; rejects when it is none. */
export async function readPicture(file: File): Promise<ChosenPicture> {
  const preview = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  const image = new Image()
  image.src = preview
  await image.decode()
  const { naturalWidth: width, naturalHeight: height } = image
  return { file, preview: { id: randomUuid(), width, height, color: '#ece7de', preview } }
}
