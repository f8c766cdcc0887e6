import { expect } from 'vitest'
import { callApi, signInAsStaff } from './ordering.ts'

/** The code in the newest e-mail to an address, as soon as `count` with one are written. */
export async function emailedCode(email: string, count = 1): Promise<string> {
  const staff = await signInAsStaff()
  let code = ''
  const read = async () => {
    const mails = await callApi<{ id: string; subject: string }[]>(
      staff,
      `GET /admin/emails?q=${email}`,
    )
    const [mail] = mails
    if (!mail || mails.filter(({ subject }) => /code/i.test(subject)).length < count) return ''
    const { text } = await callApi<{ text: string }>(staff, `GET /admin/emails/${mail.id}`)
    code = /Code: (\d{6})/.exec(text)?.[1] ?? ''
    return code
  }
  await expect.poll(read).not.toBe('')
  return code
}
