import { clsx } from 'clsx'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Title } from '../../layout/title.tsx'
import { isSoundOn, setSound } from './chime.ts'
import { Conversation } from './conversation.tsx'
import { ConversationList } from './conversation-list.tsx'
import { useIsConnected } from './desk.ts'
import styles from './inbox.module.css'

/** Every conversation with shoppers: the list, the one that is open, and the shopper beside it. */
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
          {isConnected ? 'Connected' : 'Not connected: what is said meanwhile comes once you are'}
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
          <p className={styles.none}>Choose a conversation.</p>
        )}
      </div>
    </>
  )
}
