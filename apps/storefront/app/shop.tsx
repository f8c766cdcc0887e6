import type { Api } from '@solvane/client/api'
import type { ReactNode } from 'react'
import { ApiProvider } from './lib/api/api-provider.tsx'

/** How the shop's first element begins: where React's head markup ends and the body starts. */
export const shopTag = '<div id="shop"'

/** The frame around every page, alike on the server and in the browser. */
export function Shop(props: { api: Api; children: ReactNode }) {
  return (
    <div id="shop">
      <ApiProvider api={props.api}>{props.children}</ApiProvider>
    </div>
  )
}
