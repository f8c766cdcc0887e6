import { networkFailure } from './network-failure.ts'

/** The message of a failed call; a lost network is told in both languages (decision P5). */
export function ErrorText({ message }: { message: string }) {
  if (message !== networkFailure.chinese) return message
  return (
    <>
      {networkFailure.english} <span lang="zh">{networkFailure.chinese}</span>
    </>
  )
}
