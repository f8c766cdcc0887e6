import { chineseTextOf } from './chinese-texts.ts'

/** The message of a failed call; what is specified in Chinese is told in both languages (decision P5). */
export function ErrorText({ message }: { message: string }) {
  const text = chineseTextOf(message)
  if (!text) return message
  return (
    <>
      {text.english} <span lang="zh">{text.chinese}</span>
    </>
  )
}
