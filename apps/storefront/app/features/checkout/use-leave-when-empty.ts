import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { nothingToOrder, showMessage } from '../../lib/api/failure.tsx'

/** Where nothing is left to order: says so, and goes back, or home when there is no way back. */
export function useLeaveWhenEmpty(isEmpty: boolean): void {
  const navigate = useNavigate()
  const hasLeft = useRef(false)
  useEffect(() => {
    if (!isEmpty || hasLeft.current) return
    hasLeft.current = true
    showMessage(nothingToOrder.chinese, 'warning')
    // The router numbers its entries: the first of this tab is 0.
    const hasWayBack = Number(window.history.state?.idx) > 0
    void (hasWayBack ? navigate(-1) : navigate('/', { replace: true }))
  }, [isEmpty, navigate])
}
