import { styled } from '@mui/material/styles'

/** Fields one below the other. */
export const Formulario = styled('form')({ display: 'grid', gap: 16 })
