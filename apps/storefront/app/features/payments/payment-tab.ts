/** A tab that waits for the address of the payment page. */
export interface PaymentTab {
  lead(url: string): void
  close(): void
}

/**
 * Opens an empty tab for a payment page. To be called inside the press itself: later, browsers take it
 * for an advertisement. Null when the browser does not allow it.
 */
export function openPaymentTab(): PaymentTab | null {
  const tab = window.open('', '_blank')
  if (!tab || tab.closed) return null
  // The page that comes there is somebody else's and gets no hold on this one.
  tab.opener = null
  tab.document.title = 'Solvane'
  tab.document.body.textContent = 'Your payment page is on its way.'
  return {
    lead: (url) => tab.location.replace(url),
    close: () => tab.close(),
  }
}
