import { clsx } from 'clsx'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Title } from '../../layout/title.tsx'
import { isSoundOn, setSound } from './chat-news.tsx'
import { Conversation } from './conversation.tsx'
import { ConversationList } from './conversation-list.tsx'
import styles from './inbox.module.css'
import { useIsConnected } from './support-connection.ts'

/** /conversations: the list, the open conversation and its customer. */
export function Inbox() {
  const [search, setSearch] = useSearchParams()
  const roomId = search.get('room')
  const isConnected = useIsConnected()
  const [hasSound, setHasSound] = useState(isSoundOn)

  function open(room: string | null) {
    setSearch((before) => {
      const next = new URLSearchParams(before)
      if (room) next.set('room', room)
      else next.delete('room')
      return next
    })
  }

  return (
    <>
      <Title title="Inbox" />
      <div className={styles.bar}>
        <p className={styles.status} data-connected={isConnected || undefined} role="status">
          {isConnected ? 'Connected' : 'Offline: new messages appear once you are connected'}
        </p>
        <label className={styles.sound}>
          <input
            type="checkbox"
            checked={hasSound}
            onChange={({ target }) => {
              setSound(target.checked)
              setHasSound(target.checked)
            }}
          />
          Sound
        </label>
      </div>
      <div className={clsx(styles.inbox, roomId && styles.withRoom)}>
        <ConversationList openId={roomId} onOpen={open} />
        {roomId ? (
          <Conversation key={roomId} roomId={roomId} onMoved={open} onBack={() => open(null)} />
        ) : (
          <p className={styles.none}>Select a conversation.</p>
        )}
      </div>
    </>
  )
}
