import { useEffect, useState } from 'react'

/** `value`, once it has stood still for `delay` milliseconds; and a way to take it at once. */
export function useDebounced<Value>(value: Value, delay: number): [Value, (value: Value) => void] {
  const [settled, setSettled] = useState(value)

  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])

  return [settled, setSettled]
}
