import Testing

@testable import RushJSONCore

/// The numbers for which the shortest digits are hardest to tell: the product must show on which side of a bound
/// they are, and they are within 2⁻⁵⁵ of it. They were computed from the continued fractions of 2^q / 10^k with
/// exact arithmetic, and so were their digits.
@Suite struct HardestDecimalTests {
  typealias Row = (bits: UInt64, digits: UInt64, exponent: Int)

  /// An end of the interval of texts that read back as the number nearly is a multiple of ten.
  static let ends: [Row] = [
    (0x20e8_823a_57ad_bef8, 37_436_263_604_934_127, -166),
    (0x20e8_823a_57ad_bef9, 3_743_626_360_493_413, -165),
    (0x6f53_ae60_753a_f6ca, 1_864_950_924_021_923, 213),
    (0x6f53_ae60_753a_f6cb, 18_649_509_240_219_232, 212),
    (0x1750_9068_4f5f_e997, 22_159_015_457_577_768, -212),
    (0x1750_9068_4f5f_e998, 2_215_901_545_757_777, -211),
    (0x6f63_ae60_753a_f6ca, 3_729_901_848_043_846, 213),
    (0x6f63_ae60_753a_f6cb, 37_299_018_480_438_463, 212),
    (0x1760_9068_4f5f_e997, 44_318_030_915_155_535, -212),
    (0x1760_9068_4f5f_e998, 4_431_803_091_515_554, -211),
    (0x09e4_1934_d776_59be, 51_061_856_989_121_905, -277),
    (0x09e4_1934_d776_59bf, 5_106_185_698_912_191, -276),
    (0x3412_8f9e_dfbd_341f, 739_235_189_941_392, -72),
    (0x3412_8f9e_dfbd_3420, 7_392_351_899_413_921, -73),
    (0x219c_e77c_2b33_28fb, 9_041_982_360_831_749, -162),
    (0x219c_e77c_2b33_28fc, 904_198_236_083_175, -161),
    (0x33e2_8f9e_dfbd_341f, 92_404_398_742_674, -72),
    (0x33e2_8f9e_dfbd_3420, 9_240_439_874_267_401, -74),
    (0x344e_ef5e_1f90_ac34, 985_646_919_921_856, -71),
    (0x344e_ef5e_1f90_ac35, 9_856_469_199_218_561, -72),
    (0x220c_e77c_2b33_28fb, 11_573_737_421_864_639, -160),
    (0x220c_e77c_2b33_28fc, 1_157_373_742_186_464, -159),
    (0x672d_cfee_6690_ffc6, 10_377_238_135_780_289, 173),
    (0x672d_cfee_6690_ffc7, 1_037_723_813_578_029, 174),
    (0x2efc_1249_e96b_6d8c, 2_311_989_689_387_339, -97),
    (0x2efc_1249_e96b_6d8d, 23_119_896_893_873_391, -98),
    (0x33b2_8f9e_dfbd_341f, 1_155_054_984_283_425, -74),
    (0x33b2_8f9e_dfbd_3420, 11_550_549_842_834_251, -75),
    (0x328f_5a18_504d_faac, 37_213_051_060_716_888, -81),
    (0x328f_5a18_504d_faad, 3_721_305_106_071_689, -80),
    (0x341e_ef5e_1f90_ac34, 123_205_864_990_232, -71),
    (0x341e_ef5e_1f90_ac35, 12_320_586_499_023_201, -73),
    (0x21dc_e77c_2b33_28fb, 14_467_171_777_330_799, -161),
    (0x21dc_e77c_2b33_28fc, 144_671_717_773_308, -159),
  ]

  /// The number nearly lies in the middle between two decimals.
  static let middles: [Row] = [
    (0x4d73_de00_5bd6_20df, 13_076_622_631_878_654, 49),
    (0x0d17_c074_7bd7_6fa1, 13_588_129_002_659_584, -261),
    (0x6124_91da_ad0b_a280, 903_725_590_277_404, 145),
    (0x6159_b651_584e_8b20, 903_725_590_277_404, 146),
    (0x6190_11f2_d731_16f4, 903_725_590_277_404, 147),
    (0x61c4_166f_8cfd_5cb1, 903_725_590_277_404, 148),
    (0x2b65_9a27_83ce_70ab, 1_234_550_136_632_744, -114),
    (0x613e_dac8_0391_73c0, 2_711_176_770_832_212, 145),
    (0x6173_48bd_023a_e858, 2_711_176_770_832_212, 146),
    (0x61a8_1aec_42c9_a26e, 2_711_176_770_832_212, 147),
    (0x10f1_d467_e94b_856e, 470_400_279_513_412, -241),
    (0x3086_e22d_b456_8793, 6_324_027_154_591_757, -90),
    (0x5c6e_735b_3003_e352, 17_706_146_115_181_413, 121),
    (0x6114_91da_ad0b_a280, 451_862_795_138_702, 145),
    (0x6149_b651_584e_8b20, 451_862_795_138_702, 146),
    (0x6180_11f2_d731_16f4, 451_862_795_138_702, 147),
    (0x61b4_166f_8cfd_5cb1, 451_862_795_138_702, 148),
    (0x7c82_240c_80bd_a7bf, 5_657_214_278_064_575, 276),
    (0x0fc2_2cea_327f_a99d, 9_146_153_763_407_015, -248),
    (0x6186_7f87_2d44_b9bc, 6_326_079_131_941_828, 146),
    (0x61bc_1f68_f895_e82b, 6_326_079_131_941_828, 147),
    (0x656a_999d_dec7_2aca, 34_492_932_658_871_003, 164),
    (0x030a_3d8d_5e50_3e59, 513_576_721_830_431, -308),
    (0x05c6_ee73_b7b4_7f43, 7_895_608_971_758_472, -296),
    (0x384b_848a_3ee9_807e, 16_173_470_704_192_264, -53),
    (0x618c_ed1b_8358_5c84, 8_133_530_312_496_636, 146),
    (0x6ddc_8586_f091_2f1d, 1_610_907_380_751_657, 206),
    (0x7c58_3010_aba7_8a54, 9_428_690_463_440_958, 275),
    (0x7c8e_3c14_d691_6ce9, 9_428_690_463_440_958, 276),
    (0x508e_d114_80eb_4de0, 11_418_663_325_382_417, 64),
  ]

  @Test(arguments: ends + middles)
  func bothWaysFindTheDigits(_ row: Row) {
    let value = Double(bitPattern: row.bits)
    for decimal in [ShortestDecimal.quick(value), .exact(value), .init(value)] {
      guard let decimal else { continue }
      var (digits, exponent) = (decimal.digits, decimal.exponent)
      while digits % 10 == 0 { (digits, exponent) = (digits / 10, exponent + 1) }
      #expect(digits == row.digits && exponent == row.exponent)
    }
    #expect(DecimalConversion.nearest(row.digits, row.exponent, isNegative: false) == value)
  }
}
