/** Ki, OP and OPc of a 3GPP test set, or K, TOP and TOPc of TUAK, in hex. */
export type PublishedVector = readonly [ki: string, op: string, opc: string]

/**
 * The test sets of 3GPP TS 35.208, 4.3 (sets 1 and 2 are equal), and set 2 of TS 35.207. They verify the MILENAGE
 * implementation. Because they are copied into test cards, examples and default settings, they are refused as keys.
 */
export const publishedVectors: readonly PublishedVector[] = [
  ['465b5ce8b199b49faa5f0a2ee238a6bc', 'cdc202d5123e20f62b6d676ac72cb318', 'cd63cb71954a9f4e48a5994e37a02baf'],
  ['0396eb317b6d1c36f19c1c84cd6ffd16', 'ff53bade17df5d4e793073ce9d7579fa', '53c15671c60a4b731c55b4a441c0bde2'],
  ['fec86ba6eb707ed08905757b1bb44b8f', 'dbc59adcb6f9a0ef735477b7fadf8374', '1006020f0a478bf6b699f15c062e42b3'],
  ['9e5944aea94b81165c82fbf9f32db751', '223014c5806694c007ca1eeef57f004f', 'a64a507ae1a2a98bb88eb4210135dc87'],
  ['4ab1deb05ca6ceb051fc98e77d026a84', '2d16c5cd1fdf6b22383584e3bef2a8d8', 'dcf07cbd51855290b92a07a9891e523e'],
  ['6c38a116ac280c454f59332ee35c8c4f', '1ba00a1a7c6700ac8c3ff3e96ad08725', '3803ef5363b947c6aaa225e58fae3934'],
  ['2d609d4db0ac5bf0d2c0de267014de0d', '460a48385427aa39264aac8efc9e73e8', 'c35a0ab0bcbfc9252caff15f24efbde0'],
  ['a530a7fe428fad1082c45eddfce13884', '511c6c4e83e38c89b1c5d8dde62426fa', '27953e49bc8af6dcc6e730eb80286be3'],
  ['d9151cf04896e25830bf2e08267b8360', '75fc2233a44294ee8e6de25c4353d26b', 'c4c93effe8a08138c203d4c27ce4e3d9'],
  ['a0e2971b6822e8d354a18cc235624ecb', '323792faca21fb4d5d6f13c145a9d2c1', '82a26f22bba9e9488f949a10d98e9cc4'],
  ['0da6f7ba86d5eac8a19cf563ac58642d', '4b9a26fa459e3acbff36f4015de3bdc1', '0db1071f8767562ca43a0a64c41e8d08'],
  ['77b45843c88e58c10d202684515ed430', 'bf3286c7a51409ce95724d503bfe6e70', 'd483afae562409a326b5bb0b20c4d762'],
  ['729b17729270dd87ccdf1bfe29b4e9bb', 'd04c9c35bd2262fa810d2924d036fd13', '228c2f2f06ac3268a9e616ee16db4ba1'],
  ['d32dd23e89dc662354ca12eb79dd32fa', 'fe75905b9da47d356236d0314e09c32e', 'd22a4b4180a5325708a5ff70d9f67ec7'],
  ['af7c65e1927221de591187a2c5987a53', '0c7acb8d95b7d4a31c5aca6d26345a88', 'a4cf5c8155c08a7eff418e5443b98e55'],
  ['5bd7ecd3d3127a41d12539bed4e7cf71', 'f967f76038b920a9cd25e10c08b49924', '76089d3c0ff3efdc6e36721d4fceb747'],
  ['6cd1c6ceb1e01e14f1b82316a90b7f3d', '078bfca9564659ecd8851e84e6c59b48', 'a219dc37f1dc7d66738b5843c799f206'],
  ['b73a90cbcf3afb622dba83c58a8415df', 'b672047e003bb952dca6cb8af0e5b779', 'df0c67868fa25f748b7044c6e7c245b8'],
  ['5122250214c33e723a5dd523fc145fc0', 'c9e8763286b5b9ffbdf56e1297d0887b', '981d464c7c52eb6e5036234984ad0bcf'],
  ['90dca4eda45b53cf0f12d7c9c3bc6a89', '3ffcfe5b7b1111589920d3528e84e655', 'cb9cccc4b9258e6dca4760379fb82581'],
]

/** The test sets of TUAK in 3GPP TS 35.233, 6.3 to 6.8. Sets 2 and 3 are equal, 6 has two iterations of Keccak. */
export const tuakVectors: readonly PublishedVector[] = [
  ['ab'.repeat(16), '55'.repeat(32), 'bd04d9530e87513c5d837ac2ad954623a8e2330c115305a73eb45d1f40cccbff'],
  [
    'fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8e7e6e5e4e3e2e1e0',
    '808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f',
    '305425427e18c503c8a4b294ea72c95d0c36c6c6b29d0c65de5974d5977f8524',
  ],
  [
    'b8da837a50652d6ac7c97da14f6acc61',
    '0952be13556c32ebc58195d9dd930493e12a9003669988ffde5fa1f0fe35cc01',
    '2bc16eb657a68e1f446f08f57c0efb1d493527a2e652ce281eb6ca0e4487760a',
  ],
  [
    '1574ca56881d05c189c82880f789c9cd4244955f4426aa2b69c29f15770e5aa5',
    'e59f6eb10ea406813f4991b0b9e02f181edf4c7e17b480f66d34da35ee88c95e',
    '3c6052e41532a28a47aa3cbb89f223e8f3aaa976aecd48bc3e7d6165a55eff62',
  ],
]

/** TOPc of set 6: that of set 5 with two iterations of Keccak. */
export const tuakTwoIterationsTopc = 'b04a66f26c62fcd6c82de22a179ab65506ecf47f56245cd149966cfa9cec7a51'
