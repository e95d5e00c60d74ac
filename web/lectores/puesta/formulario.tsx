import { styled } from '@mui/material/styles'

/** Fields one under the other. */
export const Formulario = styled('form')({ display: 'grid', gap: 16 })
