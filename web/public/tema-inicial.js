// Sets the scheme before the first paint; a file of its own because the page allows no inline script.
{
  const modo = localStorage.getItem('mui-mode') ?? 'system'
  const oscuro = modo === 'dark' || (modo === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-tema', oscuro ? 'dark' : 'light')
  document.documentElement.style.background = oscuro ? '#0D1716' : '#F5F7F6'
}
