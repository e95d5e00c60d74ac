/** A promise that a test settles at the moment it wants. */
export function createGate<T = void>() {
  let resolve: (value: T) => void = () => {}
  let reject: (e: Error) => void = () => {}
  const promise = new Promise<T>((done, fail) => {
    resolve = done
    reject = fail
  })
  return { promise, resolve, reject }
}

export type Gate<T = void> = ReturnType<typeof createGate<T>>
