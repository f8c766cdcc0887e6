import type { Profile } from '@solvane/contract/user'

/** What the account's owner is called: the nickname, else the part of the e-mail before the @. */
export function accountName({ nickName, email }: Pick<Profile, 'nickName' | 'email'>): string {
  return nickName?.trim() || email.slice(0, email.lastIndexOf('@'))
}
