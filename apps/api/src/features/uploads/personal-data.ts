import type { PersonalData } from '../auth/personal-data.ts'
import { describeUploads, forgetUploads } from './uploads.queries.ts'

/** Pictures sent in conversations, for the export and for closing an account. */
export const uploadsOfShopper: PersonalData = {
  name: 'uploads',
  read: describeUploads,
  erase: forgetUploads,
}
