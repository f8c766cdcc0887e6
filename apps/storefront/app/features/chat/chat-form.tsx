import type { PictureToSend } from '@solvane/client/chat-messages'
import { randomUuid } from '@solvane/client/random-uuid'
import { longestMessage, mostAttachments } from '@solvane/contract/chat-text'
import { isComposing } from '@solvane/ui/browser.ts'
import { IconButton } from '@solvane/ui/button'
import { ArrowRightIcon, CloseIcon, PlusIcon } from '@solvane/ui/icon'
import { showToast } from '@solvane/ui/toast'
import {
  type Dispatch,
  type FormEvent,
  type RefObject,
  type SetStateAction,
  useEffect,
  useRef,
} from 'react'
import { useSessionId } from '../../lib/session/use-session.ts'
import type { ChatSnapshot } from './chat-events.ts'
import styles from './chat-form.module.css'
import type { ChatStore } from './chat-store.ts'

interface ChatFormProps {
  chat: ChatSnapshot
  store: Pick<ChatStore, 'send' | 'sendTyping'>
  inputRef: RefObject<HTMLTextAreaElement | null>
  draft: ChatDraft
  onDraft: Dispatch<SetStateAction<ChatDraft>>
}

/** The typed text and the chosen pictures of an unsent message. */
interface ChatDraft {
  text: string
  pictures: readonly ChosenPicture[]
}
export const emptyDraft: ChatDraft = { text: '', pictures: [] }

/** The count of remaining characters shows from this many on. */
const countedFrom = 200

/** The form of a message. The text stays until it is being sent. */
export function ChatForm({ chat, store, inputRef, draft, onDraft }: ChatFormProps) {
  const { text, pictures } = draft
  const isSignedIn = Boolean(useSessionId())
  const hadFocus = useRef(false)
  const canSend = chat.status === 'connected' && !chat.isSending
  // The field is enabled before the first connection: a shopper can type at once.
  const isDisabled = chat.status === 'disconnected' || chat.isSending
  const left = longestMessage - text.length
  const hasContent = text.trim() !== '' || pictures.length > 0

  // A field that is disabled while focused loses the focus; it is restored unless it has moved elsewhere.
  useEffect(() => {
    if (isDisabled || !hadFocus.current) return
    if (document.activeElement?.contains(inputRef.current)) inputRef.current?.focus()
  }, [isDisabled, inputRef])

  function send() {
    if (!hasContent || left < 0) return
    if (!store.send(text, pictures)) return
    store.sendTyping(false)
    onDraft(emptyDraft)
  }

  async function choose(files: readonly File[]) {
    const rejection = pictureError(files, pictures.length)
    if (rejection) return showToast(rejection, 'warning')
    try {
      const chosen = await Promise.all(files.map(readPicture))
      onDraft((before) => ({ ...before, pictures: [...before.pictures, ...chosen] }))
    } catch {
      showToast('This picture cannot be read.', 'warning')
    }
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        send()
      }}
    >
      {pictures.length > 0 && (
        <ul className={styles.chosen} aria-label="Pictures to send">
          {pictures.map(({ preview, file }) => (
            <li key={preview.id} className={styles.picture}>
              <img src={preview.preview} alt={file.name} />
              <IconButton
                label={`Remove ${file.name}`}
                className={styles.remove}
                onClick={() =>
                  onDraft((before) => ({
                    ...before,
                    pictures: before.pictures.filter((one) => one.preview !== preview),
                  }))
                }
              >
                <CloseIcon size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {isSignedIn && (
        <label className={styles.attach} data-disabled={isDisabled || undefined}>
          <input
            className={styles.file}
            type="file"
            accept={takenTypes}
            multiple
            aria-label="Add pictures"
            disabled={isDisabled}
            onChange={({ target }) => {
              void choose([...(target.files ?? [])])
              target.value = ''
            }}
          />
          <PlusIcon />
        </label>
      )}
      <textarea
        ref={inputRef}
        className={styles.input}
        aria-label="Your message"
        placeholder="Write to us"
        rows={1}
        value={text}
        disabled={isDisabled}
        aria-invalid={left < 0 || undefined}
        aria-describedby={left < countedFrom ? 'chat-letters-left' : undefined}
        onChange={({ target }) => {
          onDraft((before) => ({ ...before, text: target.value }))
          store.sendTyping(target.value !== '')
        }}
        onFocus={() => {
          hadFocus.current = true
        }}
        onBlur={({ target }) => {
          hadFocus.current = target.disabled
        }}
        onKeyDown={(event) => {
          // While an input method puts a word together, Enter belongs to it.
          if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
          event.preventDefault()
          send()
        }}
      />
      <IconButton
        type="submit"
        label="Send"
        className={styles.send}
        disabled={!canSend || !hasContent || left < 0}
      >
        <ArrowRightIcon />
      </IconButton>
      {left < countedFrom && (
        <p id="chat-letters-left" className={styles.left} data-over={left < 0 || undefined}>
          {left < 0 ? `${-left} characters too many` : `${left} characters left`}
        </p>
      )}
    </form>
  )
}

/** A chosen picture with its preview. */
interface ChosenPicture {
  file: File
  preview: PictureToSend
}

/** The accepted types and the largest size in bytes; the server checks both again. */
const takenTypes = 'image/jpeg,image/png,image/webp,image/avif'
const largestPicture = 10 * 1024 * 1024

/** Why the chosen files are rejected; null when they are accepted. */
function pictureError(files: readonly File[], alreadyChosen: number): string | null {
  if (alreadyChosen + files.length > mostAttachments)
    return `Please send ${mostAttachments} pictures at a time at most.`
  if (files.some(({ type }) => !takenTypes.split(',').includes(type)))
    return 'Please choose a JPEG, PNG, WebP or AVIF picture.'
  if (files.some(({ size }) => size > largestPicture))
    return 'Please choose a picture of 10 MB at most.'
  return null
}

/** Reads the preview of a picture; rejects when the file is no picture. */
async function readPicture(file: File): Promise<ChosenPicture> {
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
