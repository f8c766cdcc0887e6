import type { PersonalData } from '../auth/personal-data.ts'
import { forgetPictures } from '../uploads/stored-uploads.ts'
import { deleteRoomOfUser, describeRoomOfUser } from './chat.queries.ts'

/** The conversation with the shop, for the export and for closing an account. */
export const chatOfShopper: PersonalData = {
  name: 'chat',
  read: describeRoomOfUser,
  erase: async (tx, userId) => forgetPictures(tx, await deleteRoomOfUser(tx, userId)),
}
