import { useEffect, useEffectEvent, useState } from 'react'

interface HoldClockProps {
  /** ISO 8601. */
  endsAt: string
  /** Called once, after the end. */
  onOver: () => void
}

/** Counts down to an instant. Only in the browser. */
export function Countdown({ endsAt, onOver }: HoldClockProps) {
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

/** Milliseconds as a clock: `1:04:09`, `4:09`; `0:00` when they are over. */
export function remainingTime(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000))
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [hours = 0, ...rest] = parts
  const shown = hours > 0 ? parts : rest
  return shown
    .map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':')
}
