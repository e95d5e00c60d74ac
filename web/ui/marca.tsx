import type { SVGProps } from 'react'

/**
 * The mark: a rack seen from the front. Its outline is one arrow that leaves the top of the left post, goes round
 * and comes back to where it started; two rails cross it. Drawn on a 16 px grid, in one colour.
 */
export function Marca({ tam = 24, ...resto }: { tam?: number } & SVGProps<SVGSVGElement>) {
  return (
    <svg width={tam} height={tam} viewBox="0 0 16 16" fill="none" aria-hidden="true" {...resto}>
      <g stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round">
        <path d="M2.25 5.5v8.25h11.5V2.75H5.5" />
        <path d="M7.25 0.9 5.4 2.75l1.85 1.85" />
        <path d="M2.25 7.25h11.5M2.25 10.5h11.5" strokeLinecap="butt" />
      </g>
    </svg>
  )
}
