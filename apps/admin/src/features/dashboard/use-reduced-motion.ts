import useMediaQuery from '@mui/material/useMediaQuery'

/** Whether who looks has asked for little motion. */
export function useReducedMotion(): boolean {
  return useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true })
}
