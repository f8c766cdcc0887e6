import type { AppContext } from '../../context.ts'
import { composeEmail, type Email } from '../../platform/mail/email.ts'
import type { CodePurpose } from './secrets.queries.ts'

type Context = Pick<AppContext, 'config'>

/** The e-mails that are about an account alone; a code to sign in may be asked for without one. */
export const accountEmailKinds = [
  'deletion-code',
  'password-changed',
  'registration-attempt',
  'reset-password',
  'security',
  'staff-invitation',
  'verify-email',
  'welcome',
]

/** The recipient of an e-mail. */
interface Reader {
  nick_name: string | null
  email_verified_at: Date | null
}

/**
 * The name is only used for confirmed addresses: otherwise anyone could send strangers a text of
 * their choice in the shop's name.
 */
function greetingOf({ nick_name, email_verified_at }: Reader): string {
  return nick_name && email_verified_at ? `Dear ${nick_name},` : 'Good day,'
}

/**
 * The token is in the fragment, which browsers do not send: it appears in no log and no referrer.
 */
function linkTo({ config }: Context, page: string, token: string): string {
  return `${config.publicUrl}${page}#token=${token}`
}

/** The first e-mail, with the link that confirms the address. */
export function welcomeEmail(ctx: Context, reader: Reader, token: string): Email {
  return composeEmail(
    {
      subject: 'Welcome to Solvane',
      preview: 'Please confirm your e-mail address.',
      greeting: greetingOf(reader),
      paragraphs: [
        'Your account is open. It keeps your wishlist, your addresses and, in time, your orders in one place.',
        'Please confirm that this is your address, so that we can write to you about what you order.',
      ],
      action: {
        label: 'Confirm address',
        url: linkTo(ctx, '/verify-email', token),
      },
      afterwards: ['The link is valid for seven days.'],
      reason:
        'An account was opened with this address. If it was not you, please ignore this e-mail.',
    },
    ctx.config.publicUrl,
  )
}

/** The link that confirms the address, requested again. */
export function verificationEmail(ctx: Context, reader: Reader, token: string): Email {
  return composeEmail(
    {
      subject: 'Confirm your address',
      preview: 'The link you asked for.',
      greeting: greetingOf(reader),
      paragraphs: ['Here is the link that confirms this e-mail address as yours.'],
      action: {
        label: 'Confirm address',
        url: linkTo(ctx, '/verify-email', token),
      },
      afterwards: ['The link is valid for seven days.'],
      reason: 'You requested this e-mail in your account.',
    },
    ctx.config.publicUrl,
  )
}

/** The link to choose a new password. */
export function resetPasswordEmail(ctx: Context, reader: Reader, token: string): Email {
  return composeEmail(
    {
      subject: 'Choose a new password',
      preview: 'The link you asked for is valid for one hour.',
      greeting: greetingOf(reader),
      paragraphs: ['We were asked for a new password for your account. You can choose one here.'],
      action: {
        label: 'Choose password',
        url: linkTo(ctx, '/reset-password', token),
      },
      afterwards: [
        'The link is valid for one hour and opens once. Afterwards you are signed out everywhere and sign in again.',
      ],
      reason: 'If you did not request it, please ignore this e-mail: your password stays as it is.',
    },
    ctx.config.publicUrl,
  )
}

const codeTexts = {
  SIGN_IN: {
    subject: 'Your code to sign in',
    text: 'Here is your code. Enter it in the window in which you asked for it.',
  },
  DELETION: {
    subject: 'Your code to delete your account',
    text: 'Here is the code that confirms that you want to delete your account. Once you enter it, the account is deleted for good.',
  },
} as const satisfies Record<CodePurpose, { subject: string; text: string }>

/** A code and what it is for; `reader` is undefined if the address has no account. */
export function codeEmail(
  ctx: Context,
  purpose: CodePurpose,
  reader: Reader | undefined,
  code: string,
): Email {
  const { subject, text } = codeTexts[purpose]
  return composeEmail(
    {
      // The code is not in the subject or the preview, which a locked screen shows to anyone.
      subject,
      preview: 'Valid for ten minutes, in the window that asked for it.',
      greeting: reader ? greetingOf(reader) : 'Good day,',
      paragraphs: [text],
      rows: [{ label: 'Code', value: code, isTotal: true }],
      afterwards: [
        'The code is valid for ten minutes and works once. We never ask you for it on the telephone or in a message.',
      ],
      reason: 'If you did not request it, please ignore this e-mail: nothing has changed.',
    },
    ctx.config.publicUrl,
  )
}

/** Reports that a password from before the address was confirmed no longer works. */
export function passwordRemovedEmail(ctx: Context): Email {
  return composeEmail(
    {
      subject: 'Your address is confirmed',
      preview: 'The password chosen before no longer works.',
      greeting: 'Good day,',
      paragraphs: [
        'You have signed in with a code, which confirms that this address is yours.',
        'Until now nobody had confirmed it, so your account may have been opened by someone else. Its password no longer works, every other device has been signed out, and its name, addresses, cart, wishlist and messages have been removed. You can choose a new password, or go on signing in by code.',
      ],
      action: { label: 'Choose password', url: `${ctx.config.publicUrl}/forgot-password` },
      reason: 'We write whenever a password changes.',
    },
    ctx.config.publicUrl,
  )
}

/** A change of how to sign in that an account's owner is e-mailed about. */
export type SecurityEvent = keyof typeof securityTexts

const securityTexts = {
  TOTP_ON: {
    subject: 'Second factor turned on',
    text: 'Signing in to your account now also needs a code of your authenticator app. Every other device has been signed out.',
  },
  TOTP_OFF: {
    subject: 'Authenticator app removed',
    text: 'Codes of your authenticator app are no longer accepted for your account.',
  },
  PASSKEY_ADDED: {
    subject: 'A passkey was added',
    text: 'A passkey was added to your account. It signs in without a password.',
    otherwise: 'If it was not, choose a new password now, and remove the passkey in your account.',
  },
  PASSKEY_REMOVED: {
    subject: 'A passkey was removed',
    text: 'A passkey of your account was removed. It no longer signs in.',
  },
  RECOVERY_CODE_USED: {
    subject: 'A recovery code was used',
    text: 'One of the recovery codes of your account has just been used. It does not work again.',
  },
  RECOVERY_CODES_RENEWED: {
    subject: 'New recovery codes',
    text: 'Ten new recovery codes were made for your account. The ones before no longer work.',
  },
} as const satisfies Record<string, { subject: string; text: string; otherwise?: string }>

/** Reports a change of how to sign in. */
export function securityEmail(ctx: Context, reader: Reader, event: SecurityEvent): Email {
  const {
    subject,
    text,
    otherwise = 'If it was not, choose a new password now: that signs everyone out.',
  }: { subject: string; text: string; otherwise?: string } = securityTexts[event]
  return composeEmail(
    {
      subject,
      preview: text,
      greeting: greetingOf(reader),
      paragraphs: [text, `If it was you, there is nothing left to do. ${otherwise}`],
      action: { label: 'Choose password', url: `${ctx.config.publicUrl}/forgot-password` },
      reason: 'We write whenever the way you sign in changes.',
    },
    ctx.config.publicUrl,
  )
}

/** Invites a member of staff: the link to choose their password. */
export function invitationEmail(ctx: Context, token: string): Email {
  return composeEmail(
    {
      subject: 'Welcome to the team',
      preview: 'Choose a password and begin.',
      // Without the name: someone else entered it, and the address is not confirmed.
      greeting: 'Good day,',
      paragraphs: [
        'You have been asked to work with us. Choose a password of at least twelve characters: the back office then opens by itself.',
        'If you had an account with us as a customer, it is this one, and all that is in it stays.',
      ],
      action: { label: 'Choose password', url: linkTo(ctx, '/reset-password', token) },
      afterwards: [
        `The link is valid for seven days and opens once. The back office is at ${ctx.config.publicUrl}/admin.`,
      ],
      reason:
        'An owner of the shop has invited this address. If you did not expect this, please ignore this e-mail.',
    },
    ctx.config.publicUrl,
  )
}

/** Reports that the password was changed. */
export function passwordChangedEmail(ctx: Context, reader: Reader): Email {
  return composeEmail(
    {
      subject: 'Your password was changed',
      preview: 'Every other device has been signed out.',
      greeting: greetingOf(reader),
      paragraphs: [
        'The password of your account has just been changed, and every other device signed out.',
        'If it was you, there is nothing left to do. If it was not, choose a new password now.',
      ],
      action: {
        label: 'Choose password',
        url: `${ctx.config.publicUrl}/forgot-password`,
      },
      reason: 'We write whenever a password changes.',
    },
    ctx.config.publicUrl,
  )
}

/** Informs the account's owner that its address was used to register. */
export function registrationAttemptEmail(ctx: Context, reader: Reader): Email {
  return composeEmail(
    {
      subject: 'You have an account already',
      preview: 'Someone tried to open one with your address.',
      greeting: greetingOf(reader),
      paragraphs: [
        'Someone tried to open an account with this address. You have one already, so nothing was changed.',
        'If it was you, sign in with your password, or choose a new one if it has slipped your mind.',
      ],
      action: { label: 'Sign in', url: `${ctx.config.publicUrl}/login` },
      reason: 'If it was not you, there is nothing to do: your account is as it was.',
    },
    ctx.config.publicUrl,
  )
}
