import { createContext, useContext } from 'react'
import { createPortal } from 'react-dom'

/** Where the frame shows the heading of a page. */
export const TitleContext = createContext<HTMLElement | null>(null)

/** The title of a page: its heading, and the name of the window. */
export function Title({ title }: { title: string }) {
  const place = useContext(TitleContext)
  return (
    <>
      <title>{`${title} · Solvane back office`}</title>
      {place && createPortal(<h1>{title}</h1>, place)}
    </>
  )
}
