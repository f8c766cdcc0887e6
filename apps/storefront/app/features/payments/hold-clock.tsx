import { useEffect, useEffectEvent, useState } from 'react'
import { remainingTime } from './remaining-time.ts'

interface HoldClockProps {
  /** ISO 8601. */
  endsAt: string
  /** After the end. */
  onOver: () => void
}

/** Counts down to an instant. Only in the browser. */
export function HoldClock({ endsAt, onOver }: HoldClockProps) {
  const [now, setNow] = useState(Date.now)
  const left = Date.parse(endsAt) - now
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const over = useEffectEvent(onOver)
  const isOver = left <= 0
  useEffect(() => {
    if (isOver) over()
  }, [isOver])
  return <span role="timer">{remainingTime(left)}</span>
}
