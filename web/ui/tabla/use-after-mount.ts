import { useEffect, useState } from 'react'

/**
 * Draw once more after the first time. Rows that are known from the start are drawn before the box that scrolls them
 * has its ref: without this, what is windowed stays empty until something else changes.
 */
export function useAfterMount(): void {
  const [, put] = useState(false)
  useEffect(() => put(true), [])
}
