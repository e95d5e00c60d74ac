import MuiButton, { type ButtonProps } from '@mui/material/Button'
import { useLayoutEffect, useRef } from 'react'

/**
 * For a button that is disabled while it works, and so loses the focus: it gets it back if nothing else in front of it has taken it.
 * @returns the ref for the button
 */
export function useHeldFocus(loading: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const held = useRef(false)
  useLayoutEffect(() => {
    const now = document.activeElement
    if (loading) held.current = now === button.current
    else if (held.current && now?.contains(button.current)) button.current?.focus()
  }, [loading])
  return button
}

/** A button that shows its own work. */
export function Button(props: ButtonProps) {
  return <MuiButton {...props} ref={useHeldFocus(Boolean(props.loading))} />
}
