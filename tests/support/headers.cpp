// The translation unit that the precompiled headers of all tests are built with.
