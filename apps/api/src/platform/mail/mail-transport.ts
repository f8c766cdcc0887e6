import type { SendMailOptions } from 'nodemailer'

/** A mail server that does not answer in time is tried again later; in milliseconds. */
const patience = 20_000

/**
 * Sends by the mail server at `smtpUrl`. Every e-mail has a connection of its own: none suffers from what
 * became of another's. nodemailer is loaded with the first.
 */
export function openMailTransport(
  { smtpUrl, from }: { smtpUrl: string; from: string },
  timeout = patience,
): (mail: SendMailOptions) => Promise<void> {
  return async (mail) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(
      {
        url: smtpUrl,
        connectionTimeout: timeout,
        greetingTimeout: timeout,
        socketTimeout: timeout,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from: { name: 'Solvane', address: from } },
    )
    await transport.sendMail(mail)
  }
}
