/** Key under which a user name is unique: NFKC, lower case, trimmed. */
export function usernameClave(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase()
}
