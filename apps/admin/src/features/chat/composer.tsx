import type { ChatMessage } from '@solvane/client/chat-messages'
import { longestMessage, mostProducts } from '@solvane/contract/chat-text'
import { isComposing } from '@solvane/ui/browser.ts'
import { Button, IconButton } from '@solvane/ui/button'
import { CloseIcon, PlusIcon } from '@solvane/ui/icon'
import { formatMoney } from '@solvane/ui/price'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { Thumb } from '../../parts/thumb.tsx'
import styles from './composer.module.css'
import productPickerStyles from './product-picker.module.css'
import { useIsConnected } from './support-connection.tsx'
import type { Attached } from './use-conversation.ts'

interface ProductPickerProps {
  onPick: (product: ChatMessage['products'][number]) => void
  onClose: () => void
}

/** Delay after the last key, in milliseconds. */
const delay = 300

/** Finds a product to attach, with the shop's own search. */
function ProductPicker({ onPick, onClose }: ProductPickerProps) {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), delay)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, error } = useQuery({
    queryKey: ['products-to-attach', search],
    queryFn: async ({ signal }) =>
      api.call('listProducts', { query: { search, size: 8 } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <section
      className={productPickerStyles.picker}
      aria-label="Attach product"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className={productPickerStyles.head}>
        <input
          className={productPickerStyles.input}
          type="search"
          aria-label="Find product"
          placeholder="Find product"
          maxLength={200}
          // biome-ignore lint/a11y/noAutofocus: the button that opened it asks for it
          autoFocus
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <IconButton label="Close" onClick={onClose}>
          <CloseIcon size={16} />
        </IconButton>
      </div>
      {error && <p role="alert">{error.message}</p>}
      <ul className={productPickerStyles.products}>
        {data?.data.map((product) => (
          <li key={product.id}>
            <button
              type="button"
              className={productPickerStyles.product}
              onClick={() => onPick(product)}
            >
              <Thumb picture={product.coverPicture} />
              <span>{product.name}</span>
              <span>{formatMoney(product.salePrice ?? product.price)}</span>
            </button>
          </li>
        ))}
        {data?.data.length === 0 && <li className={productPickerStyles.none}>No results.</li>}
      </ul>
    </section>
  )
}

type Product = ChatMessage['products'][number]

/** The query of the saved replies. */
export const repliesQuery = {
  queryKey: ['canned-replies'],
  queryFn: async () => (await api.call('listCannedReplies', {})).data,
}

interface ComposerProps {
  roomId: string
  /** Sends a message; false while offline. */
  onSend: (text: string, attached: Attached) => boolean
  onTyping: (isTyping: boolean) => void
}

/** The unsent drafts by conversation, kept while other conversations are shown. */
const drafts = new Map<string, { text: string; products: readonly Product[] }>()

/** Takes the draft along when a conversation becomes part of another, after what is drafted there. */
export function moveDraft(from: string, to: string): void {
  const moved = drafts.get(from)
  if (!moved) return
  const there = drafts.get(to)
  drafts.delete(from)
  drafts.set(to, {
    text: [there?.text, moved.text].filter(Boolean).join('\n'),
    products: [...(there?.products ?? []), ...moved.products].slice(0, mostProducts),
  })
}

/** The remaining characters are shown from this number down. */
const countedFrom = 200

/** Writes an answer: a leading `/` offers saved replies, and products can be attached. */
export function Composer({ roomId, onSend, onTyping }: ComposerProps) {
  const [text, setText] = useState(() => drafts.get(roomId)?.text ?? '')
  const [products, setProducts] = useState(() => drafts.get(roomId)?.products ?? [])
  const [isPicking, setIsPicking] = useState(false)
  const [chosen, setChosen] = useState(0)
  const input = useRef<HTMLTextAreaElement>(null)
  const attach = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const isConnected = useIsConnected()
  const { data: replies = [] } = useQuery(repliesQuery)
  const search = /^\/(.*)$/s.exec(text)?.[1]
  const offered =
    search === undefined
      ? []
      : replies
          .filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()))
          .slice(0, 8)
  const left = longestMessage - text.length
  const canSend = isConnected && left >= 0 && (text.trim() !== '' || products.length > 0)

  useEffect(() => {
    if (text || products.length > 0) drafts.set(roomId, { text, products })
    else drafts.delete(roomId)
  }, [roomId, text, products])

  function send() {
    if (!canSend || !onSend(text, { products: [...products] })) return
    onTyping(false)
    setText('')
    setProducts([])
    input.current?.focus()
  }

  function insert(index: number) {
    const reply = offered[index]
    if (!reply) return
    setText(reply.content)
    setChosen(0)
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    if (offered.length > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setChosen((chosen + step + offered.length) % offered.length)
    } else if (search !== undefined && event.key === 'Escape') setText('')
    else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      if (offered.length > 0) insert(chosen)
      else send()
    }
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {search !== undefined && (
        <div id={listId} className={styles.replies} role="listbox" aria-label="Saved replies">
          {offered.map(({ id, title, content }, index) => (
            <div
              key={id}
              id={`${listId}-${index}`}
              className={styles.reply}
              role="option"
              aria-selected={index === chosen}
              tabIndex={-1}
              onPointerDown={(event) => {
                event.preventDefault()
                insert(index)
              }}
            >
              <span>{title}</span> <span className={styles.quiet}>{content}</span>
            </div>
          ))}
          {offered.length === 0 && (
            <div className={styles.quiet}>
              {replies.length > 0 ? 'No results.' : 'No saved replies yet.'}{' '}
              <Link to="/saved-replies">Manage saved replies</Link>
            </div>
          )}
        </div>
      )}
      {isPicking && (
        <ProductPicker
          onPick={(product) => {
            setProducts((before) =>
              before.some(({ id }) => id === product.id) || before.length >= mostProducts
                ? before
                : [...before, product],
            )
            setIsPicking(false)
            input.current?.focus()
          }}
          onClose={() => {
            setIsPicking(false)
            attach.current?.focus()
          }}
        />
      )}
      {products.length > 0 && (
        <ul className={styles.products} aria-label="Attached products">
          {products.map((product) => (
            <li key={product.id} className={styles.product}>
              <Thumb picture={product.coverPicture} />
              {product.name}
              <IconButton
                label={`Remove ${product.name}`}
                onClick={() => {
                  setProducts(products.filter(({ id }) => id !== product.id))
                  input.current?.focus()
                }}
              >
                <CloseIcon size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <textarea
        ref={input}
        className={styles.input}
        aria-label="Your answer"
        placeholder="Answer, or / for a saved reply"
        rows={2}
        value={text}
        disabled={!isConnected}
        aria-controls={search === undefined ? undefined : listId}
        aria-autocomplete="list"
        aria-activedescendant={offered.length > 0 ? `${listId}-${chosen}` : undefined}
        onChange={({ target }) => {
          setText(target.value)
          setChosen(0)
          onTyping(target.value !== '' && !target.value.startsWith('/'))
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles.foot}>
        <Button
          ref={attach}
          kind="link"
          aria-expanded={isPicking}
          onClick={() => setIsPicking(!isPicking)}
        >
          <PlusIcon size={14} /> Attach product
        </Button>
        {left < countedFrom && <span className={styles.quiet}>{left} characters left</span>}
        <Button type="submit" className={styles.send} disabled={!canSend}>
          Send
        </Button>
      </div>
    </form>
  )
}
