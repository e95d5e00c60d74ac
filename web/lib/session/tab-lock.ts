/**
 * Runs a task in one tab at a time. The browser's locks need https or localhost; without them the task runs at once, because sending an
 * item twice changes nothing.
 */
export const withTabLock = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(name, work) : work()
