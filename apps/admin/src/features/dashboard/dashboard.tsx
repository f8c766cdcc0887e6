import { Title } from 'react-admin'

/** / */
export function Dashboard() {
  return (
    <>
      <Title title="Today" />
      <p>The house is open.</p>
    </>
  )
}
