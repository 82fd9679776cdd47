/** The built-in themes, as a user would write them in JSON; the first is the default. Parsed and looked up in theme.ts. */

export const builtInThemes = [
  {
    name: 'dark',
    foreground: '#d4d7dc',
    background: '#16181d',
    cursor: '#d4d7dc',
    // biome-ignore format: two rows of eight
    colors: [
      '#1f2329', '#e5606c', '#8cc265', '#d8a657', '#3d7bd9', '#c678dd', '#42b3c2', '#c8ccd4',
      '#5f6672', '#ff7b86', '#a5e075', '#f0c674', '#7cb7ff', '#de8ff0', '#5fd1e0', '#ffffff',
    ],
  },
  {
    name: 'light',
    foreground: '#24292f',
    background: '#ffffff',
    cursor: '#24292f',
    // biome-ignore format: two rows of eight
    colors: [
      '#24292f', '#cf222e', '#116329', '#7d4e00', '#0550ae', '#8250df', '#1b7c83', '#8c959f',
      '#57606a', '#a40e26', '#1a7f37', '#633c01', '#0969da', '#a475f9', '#3192aa', '#d0d7de',
    ],
  },
  {
    name: 'vscode-dark',
    foreground: '#cccccc',
    background: '#1e1e1e',
    cursor: '#aeafad',
    // biome-ignore format: two rows of eight
    colors: [
      '#000000', '#cd3131', '#0dbc79', '#e5e510', '#2472c8', '#bc3fbc', '#11a8cd', '#e5e5e5',
      '#666666', '#f14c4c', '#23d18b', '#f5f543', '#3b8eea', '#d670d6', '#29b8db', '#e5e5e5',
    ],
  },
  {
    name: 'vscode-light',
    foreground: '#333333',
    background: '#ffffff',
    cursor: '#000000',
    // biome-ignore format: two rows of eight
    colors: [
      '#000000', '#cd3131', '#00bc00', '#949800', '#0451a5', '#bc05bc', '#0598bc', '#555555',
      '#666666', '#cd3131', '#14ce14', '#b5ba00', '#0451a5', '#bc05bc', '#0598bc', '#a5a5a5',
    ],
  },
  {
    name: 'solarized-dark',
    foreground: '#839496',
    background: '#002b36',
    cursor: '#93a1a1',
    // biome-ignore format: two rows of eight
    colors: [
      '#073642', '#dc322f', '#859900', '#b58900', '#268bd2', '#d33682', '#2aa198', '#eee8d5',
      '#002b36', '#cb4b16', '#586e75', '#657b83', '#839496', '#6c71c4', '#93a1a1', '#fdf6e3',
    ],
  },
  {
    name: 'solarized-light',
    foreground: '#657b83',
    background: '#fdf6e3',
    cursor: '#586e75',
    // biome-ignore format: two rows of eight
    colors: [
      '#073642', '#dc322f', '#859900', '#b58900', '#268bd2', '#d33682', '#2aa198', '#eee8d5',
      '#002b36', '#cb4b16', '#586e75', '#657b83', '#839496', '#6c71c4', '#93a1a1', '#fdf6e3',
    ],
  },
  {
    name: 'dracula',
    foreground: '#f8f8f2',
    background: '#282a36',
    cursor: '#f8f8f2',
    // biome-ignore format: two rows of eight
    colors: [
      '#21222c', '#ff5555', '#50fa7b', '#f1fa8c', '#bd93f9', '#ff79c6', '#8be9fd', '#f8f8f2',
      '#6272a4', '#ff6e6e', '#69ff94', '#ffffa5', '#d6acff', '#ff92df', '#a4ffff', '#ffffff',
    ],
  },
  {
    name: 'nord',
    foreground: '#d8dee9',
    background: '#2e3440',
    cursor: '#d8dee9',
    // biome-ignore format: two rows of eight
    colors: [
      '#3b4252', '#bf616a', '#a3be8c', '#ebcb8b', '#81a1c1', '#b48ead', '#88c0d0', '#e5e9f0',
      '#4c566a', '#bf616a', '#a3be8c', '#ebcb8b', '#81a1c1', '#b48ead', '#8fbcbb', '#eceff4',
    ],
  },
  {
    name: 'gruvbox-dark',
    foreground: '#ebdbb2',
    background: '#282828',
    cursor: '#ebdbb2',
    // biome-ignore format: two rows of eight
    colors: [
      '#282828', '#cc241d', '#98971a', '#d79921', '#458588', '#b16286', '#689d6a', '#a89984',
      '#928374', '#fb4934', '#b8bb26', '#fabd2f', '#83a598', '#d3869b', '#8ec07c', '#ebdbb2',
    ],
  },
  {
    name: 'gruvbox-light',
    foreground: '#3c3836',
    background: '#fbf1c7',
    cursor: '#3c3836',
    // biome-ignore format: two rows of eight
    colors: [
      '#fbf1c7', '#cc241d', '#98971a', '#d79921', '#458588', '#b16286', '#689d6a', '#7c6f64',
      '#928374', '#9d0006', '#79740e', '#b57614', '#076678', '#8f3f71', '#427b58', '#3c3836',
    ],
  },
  {
    name: 'catppuccin-mocha',
    foreground: '#cdd6f4',
    background: '#1e1e2e',
    cursor: '#f5e0dc',
    // biome-ignore format: two rows of eight
    colors: [
      '#45475a', '#f38ba8', '#a6e3a1', '#f9e2af', '#89b4fa', '#f5c2e7', '#94e2d5', '#bac2de',
      '#585b70', '#f38ba8', '#a6e3a1', '#f9e2af', '#89b4fa', '#f5c2e7', '#94e2d5', '#a6adc8',
    ],
  },
  {
    name: 'catppuccin-latte',
    foreground: '#4c4f69',
    background: '#eff1f5',
    cursor: '#dc8a78',
    // biome-ignore format: two rows of eight
    colors: [
      '#5c5f77', '#d20f39', '#40a02b', '#df8e1d', '#1e66f5', '#ea76cb', '#179299', '#acb0be',
      '#6c6f85', '#d20f39', '#40a02b', '#df8e1d', '#1e66f5', '#ea76cb', '#179299', '#bcc0cc',
    ],
  },
  {
    name: 'high-contrast',
    foreground: '#ffffff',
    background: '#000000',
    cursor: '#ffffff',
    // biome-ignore format: two rows of eight
    colors: [
      '#000000', '#ff4d4d', '#3dff3d', '#ffff33', '#6699ff', '#ff66ff', '#33ffff', '#ffffff',
      '#a6a6a6', '#ff8080', '#80ff80', '#ffff99', '#99bbff', '#ff99ff', '#99ffff', '#ffffff',
    ],
  },
  {
    name: 'high-contrast-light',
    foreground: '#000000',
    background: '#ffffff',
    cursor: '#000000',
    // biome-ignore format: two rows of eight
    colors: [
      '#000000', '#a80000', '#005c00', '#5c4300', '#0000b8', '#7a007a', '#00565c', '#595959',
      '#3d3d3d', '#8a0000', '#004700', '#473400', '#00008f', '#5c005c', '#004047', '#707070',
    ],
  },
] as const
