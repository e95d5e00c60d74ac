declare module 'virtual:addresses' {
  /** Method and path of every call of the API, by its name. */
  export const ADDRESSES: Readonly<Record<string, { method: string; path: string }>>
}
