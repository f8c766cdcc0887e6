import { expect } from 'vitest'
import { callApi, signInAsStaff } from './ordering.ts'

/** The code in the newest e-mail to an address, as soon as it is written. */
export async function emailedCode(email: string): Promise<string> {
  const staff = await signInAsStaff()
  let code = ''
  const read = async () => {
    const [mail] = await callApi<{ id: string }[]>(staff, `GET /admin/emails?q=${email}`)
    if (!mail) return ''
    const { text } = await callApi<{ text: string }>(staff, `GET /admin/emails/${mail.id}`)
    code = /Code: (\d{6})/.exec(text)?.[1] ?? ''
    return code
  }
  await expect.poll(read, { timeout: 30_000 }).not.toBe('')
  return code
}
