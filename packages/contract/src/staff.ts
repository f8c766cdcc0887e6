import { z } from 'zod'
import { email } from './auth.ts'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { instant } from './money.ts'
import { dayOrInstant } from './orders.ts'
import { staffListQuery, unlessEmpty } from './query.ts'
import { staffRoles } from './staff-role.ts'
import { requiredLine } from './text.ts'

/** The staff and the audit log, for owners. */
const ownersOnly = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const userId = z.object({ userId: z.uuid() })
const staffRole = z.enum(staffRoles)

export const staffSorts = ['name', 'staffRole', 'lastSignInAt'] as const

export const staffMember = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string().nullable(),
  staffRole,
  /** The invitation was not accepted yet: there is no password. */
  isInvited: z.boolean(),
  /** Null if there was none in the last 60 days. */
  lastSignInAt: instant.nullable(),
})
export type StaffMember = z.infer<typeof staffMember>

export const listStaff = defineEndpoint('listStaff', {
  summary: 'Lists staff; `q` searches name and e-mail',
  access: 'admin',
  staff: 'OWNER',
  query: z.object({
    ...staffListQuery(staffSorts),
    order: z.enum(['asc', 'desc']).default('asc'),
    staffRole: unlessEmpty(staffRole),
  }),
  response: listEnvelope(staffMember),
  errors: ownersOnly,
})

export const inviteStaff = defineEndpoint('inviteStaff', {
  summary:
    'Makes an e-mail address staff, opening an account if necessary; the password is chosen through an e-mailed link',
  access: 'admin',
  needsConfirmation: true,
  staff: 'OWNER',
  body: z.strictObject({ email, name: requiredLine('Name is required', 100), staffRole }),
  response: envelope(staffMember),
  status: 201,
  errors: [...ownersOnly, 'ALREADY_STAFF', 'CONFIRMATION_REQUIRED', 'EMAIL_LIMIT_REACHED'],
})

export const sendInvitation = defineEndpoint('sendInvitation', {
  summary: 'Sends the invitation again, with a new link',
  access: 'admin',
  staff: 'OWNER',
  params: userId,
  response: envelope(staffMember),
  errors: [...ownersOnly, 'STAFF_NOT_FOUND', 'INVITATION_TAKEN_UP', 'EMAIL_LIMIT_REACHED'],
})

export const changeStaffRole = defineEndpoint('changeStaffRole', {
  summary: 'Changes the role of a member of staff; never one’s own',
  access: 'admin',
  needsConfirmation: true,
  staff: 'OWNER',
  params: userId,
  body: z.strictObject({ staffRole }),
  response: envelope(staffMember),
  errors: [...ownersOnly, 'STAFF_NOT_FOUND', 'OWN_ROLE', 'CONFIRMATION_REQUIRED'],
})

export const removeStaff = defineEndpoint('removeStaff', {
  summary: 'Removes somebody from staff and ends their sessions; never oneself',
  access: 'admin',
  needsConfirmation: true,
  staff: 'OWNER',
  params: userId,
  response: envelope(z.null()),
  errors: [...ownersOnly, 'STAFF_NOT_FOUND', 'OWN_ROLE', 'CONFIRMATION_REQUIRED'],
})

/** The kinds of subjects in the audit log. */
export const auditSubjectKinds = [
  'PRODUCT',
  'CATEGORY',
  'COUPON',
  'ORDER',
  'RETURN',
  'CUSTOMER',
  'STAFF',
  'CONTENT',
  'SYNONYM',
  'SEARCH_TERM',
  'COLOR',
  'CANNED_REPLY',
  'OFFICE_HOURS',
  'PRICE_RULES',
  'CONVERSATION',
  'EMAIL',
] as const
export type AuditSubjectKind = (typeof auditSubjectKinds)[number]

const contentPaths: Partial<Record<string, string>> = {
  home: '/home-page',
  settings: '/time-zone',
  delivery: '/delivery',
  recommendations: '/featured-products',
  faq: '/faq',
}

/** The path of a subject in the back office, below `/admin`. */
export function pathOfSubject(kind: AuditSubjectKind, id: string): string {
  const inAddress = encodeURIComponent(id)
  switch (kind) {
    case 'PRODUCT':
      return `/products/${inAddress}`
    case 'ORDER':
      return `/orders/${inAddress}`
    case 'RETURN':
      return `/returns/${inAddress}`
    case 'CUSTOMER':
      return `/customers/${inAddress}`
    case 'COUPON':
      return `/coupons/${inAddress}`
    case 'EMAIL':
      return `/emails/${inAddress}`
    case 'CATEGORY':
      return '/categories'
    case 'STAFF':
      return '/staff'
    case 'SYNONYM':
      return '/synonyms'
    case 'SEARCH_TERM':
      return '/no-result-searches'
    case 'COLOR':
      return '/colors'
    case 'CANNED_REPLY':
      return '/saved-replies'
    case 'OFFICE_HOURS':
      return '/office-hours'
    case 'PRICE_RULES':
      return '/price-rules'
    case 'CONVERSATION':
      return '/conversations'
    case 'CONTENT':
      return contentPaths[id] ?? '/information'
  }
}

export const auditOutcomes = ['DONE', 'REFUSED', 'UNFINISHED'] as const

/** A subject of an action. */
export const auditSubject = z.object({
  kind: z.enum(auditSubjectKinds),
  id: z.string(),
  /** Its name at that time. */
  label: z.string(),
  /** Its path in the back office, below `/admin`. */
  path: z.string(),
  /**
   * The fields that the action has changed, such as `name` or `variants.Ink / S.price`; null if it
   * was rejected, and once the account whose data it was is closed.
   */
  changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })).nullable(),
})
export type AuditSubject = z.infer<typeof auditSubject>

/** The most subjects of an entry in a list; a bulk edit may have hundreds. */
export const mostAuditSubjects = 20

export const auditEntry = z.object({
  id: z.string(),
  at: instant,
  /** Without name and e-mail once the account is closed. */
  actor: z.object({ id: z.uuid(), name: z.string().nullable(), email: z.string().nullable() }),
  /** Name and summary of the endpoint; the summary is null if the endpoint no longer exists. */
  call: z.string(),
  summary: z.string().nullable(),
  /** The id in the path. */
  target: z.string().nullable(),
  /** The subjects, those that match `q` first; and their number. */
  subjects: z.array(auditSubject),
  subjectCount: z.number().int(),
  /** The input, without secrets; only the beginning of long texts. */
  input: z.record(z.string(), z.unknown()),
  /** `DONE`, or the error code; null while under way, or if the process died meanwhile. */
  outcome: z.string().nullable(),
  /** What the actor confirmed it with, such as `Authenticator app`; null if it needs none. */
  confirmedBy: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const listAuditEntries = defineEndpoint('listAuditEntries', {
  summary:
    'Lists what staff did, newest first: every change with its subjects, their fields before and after, and the outcome; `q` searches the names and ids of subjects',
  access: 'admin',
  staff: 'OWNER',
  query: z.object({
    ...staffListQuery(['at']),
    actorId: unlessEmpty(z.uuid()),
    call: unlessEmpty(z.string().max(100)),
    target: unlessEmpty(z.string().trim().max(300)),
    kind: unlessEmpty(z.enum(auditSubjectKinds)),
    outcome: unlessEmpty(z.enum(auditOutcomes)),
    /** A day is in the shop's time zone. */
    from: unlessEmpty(dayOrInstant),
    until: unlessEmpty(dayOrInstant),
  }),
  response: listEnvelope(auditEntry),
  errors: ownersOnly,
})
