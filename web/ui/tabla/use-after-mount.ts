import { useEffect, useState } from 'react'

/**
 * Render once more after mount. Rows that are known at the first render are drawn before the scroll container has its ref; without this the
 * virtualised list stays empty until something else changes.
 */
export function useAfterMount(): void {
  const [, put] = useState(false)
  useEffect(() => put(true), [])
}
