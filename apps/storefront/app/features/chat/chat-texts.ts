/** What the chat says, as it is specified (spec sections 2 and 8). */
export const chatTexts = {
  greeting: 'Hello! How can we help you today?',
  connecting: 'Connecting to support...',
  notConnected: 'Chat service is not connected. Please wait or reopen the chat window.',
  sendFailed: 'Send failed',
} as const
