import { UnderDevelopment } from '../features/content/under-development.tsx'

/** /coming-soon */
export function Component() {
  return (
    <>
      <meta name="robots" content="noindex" />
      <UnderDevelopment />
    </>
  )
}
