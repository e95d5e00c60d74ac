import MuiButton, { type ButtonProps } from '@mui/material/Button'
import { useLayoutEffect, useRef } from 'react'

/**
 * A button that shows its own work. It is disabled meanwhile, and so loses the focus: it gets it back if nothing else in front of it has taken
 * it.
 */
export function Button(props: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const held = useRef(false)
  const loading = Boolean(props.loading)
  useLayoutEffect(() => {
    const now = document.activeElement
    if (loading) held.current = now === button.current
    else if (held.current && now?.contains(button.current)) button.current?.focus()
  }, [loading])
  return <MuiButton {...props} ref={button} />
}
