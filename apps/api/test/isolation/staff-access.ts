/** For staff, with ids of the table's owner, who is a shopper. */
const staff = <Input>(admin: number, input: (owner: Named) => Input) => ({
  guest: 401,
  user: 403,
  admin,
  isForStaffToRead: true as const,
  input,
})

/** The ids of the table's owner. */
interface Named {
  userId: string
  email: string
  orderId: string
  passkeyId: string
}

const nothing = () => ({})
const ofShopper = ({ userId }: Named) => ({ params: { userId } })
const unknownEmail = () => ({ params: { emailId: '00000000-0000-4000-8000-000000000000' } })
const noInvitation = { email: 'nobody', name: 'Nobody', staffRole: 'OWNER' }

const credential = { id: 'AA', rawId: 'AA', type: 'public-key' }
/** Answers of an authenticator to a challenge that was never made. */
export const newPasskey = {
  ...credential,
  response: { clientDataJSON: 'e30', attestationObject: 'AA' },
}
export const unknownPasskey = {
  ...credential,
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
}

/** The endpoints of the dashboard, of staff and of e-mails. */
export const staffIsolation = {
  getMySecurity: staff(200, nothing),
  confirmAction: staff(400, () => ({ body: { secretCode: '000000' } })),
  beginPasskeyConfirmation: staff(200, nothing),
  beginStaffPasskey: staff(200, nothing),
  addStaffPasskey: staff(400, () => ({ body: { name: 'Mine', passkey: newPasskey } })),
  removeStaffPasskey: staff(404, ({ passkeyId }) => ({ params: { passkeyId } })),
  beginTotp: staff(200, nothing),
  enableTotp: staff(400, () => ({ body: { secretCode: '000000' } })),
  removeTotp: staff(200, nothing),
  renewRecoveryCodes: staff(200, nothing),

  getDashboard: staff(200, nothing),
  getSales: staff(200, nothing),
  listLowStock: staff(200, nothing),
  getSalesReport: staff(200, () => ({ query: { from: '2026-01-01', until: '2026-01-31' } })),
  exportRecords: staff(200, () => ({
    body: { kind: 'orders', from: '2020-01-01', until: '2020-01-31' },
  })),

  listStaff: staff(200, nothing),
  inviteStaff: staff(400, () => ({ body: noInvitation })),
  sendInvitation: staff(404, ofShopper),
  changeStaffRole: staff(404, (owner) => ({ ...ofShopper(owner), body: { staffRole: 'OWNER' } })),
  removeStaff: staff(404, ofShopper),
  listAuditEntries: staff(200, ({ orderId }) => ({ query: { target: orderId } })),

  listEmails: staff(200, ({ email }) => ({ query: { q: email } })),
  getOutbox: staff(200, nothing),
  getEmail: staff(404, unknownEmail),
  resendEmail: staff(404, unknownEmail),
}
