import type { ShownMessage } from '@solvane/client/chat-messages'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api/api-provider.tsx'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import styles from './message-pictures.module.css'

interface MessagePicturesProps {
  message: ShownMessage
  roomId: string | null
}

/** The pictures that came with a message. */
export function MessagePictures({ message, roomId }: MessagePicturesProps) {
  const { attachments, previews } = message
  if (previews && previews.length > 0)
    return previews.map(({ preview, ...place }) => (
      <Shown key={place.id} {...place} src={preview} />
    ))
  return attachments.map((attachment) => (
    <FetchedPicture key={attachment.id} roomId={roomId} {...attachment} />
  ))
}

interface Place {
  id: string
  width: number
  height: number
  color: string
}

/** Only the people of a room are given its pictures: each is asked for, as who is signed in. */
function FetchedPicture({ roomId, ...place }: Place & { roomId: string | null }) {
  const api = useApi()
  const session = useSessionId()
  const picture = useQuery({
    queryKey: personalKey(session, 'chat-picture', roomId, place.id),
    queryFn: async ({ signal }) => {
      const params = { roomId: roomId ?? '', pictureId: place.id }
      const { data } = await api.call('getChatPicture', { params }, { signal })
      return `data:${data.type};base64,${data.base64}`
    },
    enabled: roomId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (picture.isError) return <p className={styles.missing}>This picture cannot be shown.</p>
  return <Shown {...place} src={picture.data} />
}

function Shown({ width, height, color, src }: Place & { src: string | undefined }) {
  const style = { aspectRatio: `${width} / ${height}`, background: color }
  if (!src) return <span className={styles.picture} style={style} />
  return (
    <a className={styles.link} href={src} download="picture">
      <img className={styles.picture} style={style} src={src} alt="Sent with this message" />
    </a>
  )
}
